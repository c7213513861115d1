// marks.csv with the IDs of a gradebook: the list that says whose nickname is whose ID never leaves this browser.

const list = document.querySelector("#names");
const told = document.querySelector("#told");

/** The cells of a line, which may be quoted. */
function cellsOf(line, sign) {
  const cells = line.matchAll(new RegExp(`(?<=^|${sign})("(?:[^"]|"")*"|[^${sign}]*)`, "g"));
  return [...cells].map(([, cell]) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .replaceAll('""', '"'),
  );
}

/** IDs by nicknames. */
function idsOf(text) {
  const [head = "", ...lines] = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim());
  const sign = head.includes(";") && !head.includes(",") ? ";" : ",";
  const columns = cellsOf(head, sign);
  const [name, id] = ["name", "id"].map((title) =>
    columns.findIndex((column) => column.toLowerCase() === title),
  );
  if (name < 0 || id < 0)
    throw new Error(`its first line must be name,ID; it is ${columns.join(", ") || "empty"}`);
  return new Map(lines.map((line) => cellsOf(line, sign)).map((cells) => [cells[name], cells[id]]));
}

/** Puts IDs in place of nicknames, hands out the file, and says who is missing. */
function handOut(ids) {
  const rows = [...document.querySelectorAll("[data-grade]")].map((row) => row.dataset);
  const known = rows.filter((row) => ids.get(row.name));
  const missing = rows.filter((row) => !ids.get(row.name)).map((row) => row.name);
  if (known.length === 0) throw new Error("it contains no marked pupil");
  const lines = known.map((row) => `"${ids.get(row.name).replaceAll('"', '""')}",${row.grade}\n`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["ID,grade,feedback\n", ...lines], { type: "text/csv" }));
  link.download = "marks.csv";
  link.click();
  URL.revokeObjectURL(link.href);
  const left = missing.length ? ` Left out, because the list has no ID for them: ${missing.join(", ")}.` : "";
  told.textContent = `marks.csv has ${known.length} marks.${left}`;
}

list.addEventListener("change", async () => {
  const file = list.files[0];
  if (!file) return;
  try {
    handOut(idsOf(await file.text()));
  } catch (error) {
    told.textContent = `${file.name}: ${error.message}.`;
  }
  // The same file may be chosen again once it is mended.
  list.value = "";
});

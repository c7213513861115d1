// Handing in a bot: templates in other languages, and dropped files or folders.

const form = document.querySelector("form.drop");
const language = document.querySelector("#language");
const text = document.querySelector("#text");

/** An unchanged template is replaced by the template for the chosen language. */
language?.addEventListener("change", () => {
  const templates = [...language.options].map((option) => option.dataset.template);
  if (text.value.trim() && !templates.includes(text.value)) return;
  text.value = language.selectedOptions[0].dataset.template;
});

/** The files in something that was dropped, each with its path. */
async function filesOf(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.slice(1), file }];
  }
  const reader = entry.createReader();
  const files = [];
  // A browser lists a large folder part by part.
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const inner of entries) files.push(...(await filesOf(inner)));
  }
}

/** Hands in `body`, and shows a refusal beside its form. */
async function handIn(form, body) {
  let reason;
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    if (answer.ok) {
      // On a small screen, the result is below the editor.
      location.hash = "result";
      return location.reload();
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    reason = page.querySelector("[role=alert]")?.textContent ?? "That did not work.";
  } catch (error) {
    reason = `That did not work: ${error.message}`;
  }
  form.querySelector("[role=alert]").textContent = reason;
}

/** The typed text stays if it is refused. */
text?.form.addEventListener("submit", (event) => {
  event.preventDefault();
  handIn(text.form, new FormData(text.form));
});

if (form) {
  form.querySelector(".only-with-script").hidden = false;
  const chosen = form.elements.file;
  chosen.addEventListener("change", async () => {
    if (chosen.files.length) await handIn(form, new FormData(form));
    // The same file may be chosen again once it is mended.
    chosen.value = "";
  });
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("is-over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("is-over"));
  form.addEventListener("drop", async (event) => {
    event.preventDefault();
    form.classList.remove("is-over");
    // Dropped items exist only until the first wait.
    const files = [...event.dataTransfer.items].map((item) => {
      const entry = item.webkitGetAsEntry();
      const file = item.getAsFile();
      return entry ? filesOf(entry) : file ? [{ path: file.name, file }] : [];
    });
    const body = new FormData();
    try {
      for (const { path, file } of (await Promise.all(files)).flat()) body.append("file", file, path);
    } catch (error) {
      form.querySelector("[role=alert]").textContent = `That did not work: ${error.message}`;
      return;
    }
    await handIn(form, body);
  });
}

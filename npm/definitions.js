// From foursight-render: `UPDATE_EXPECT=1 cargo test -p foursight-web --test it vectors` writes this file.

/** What boards are made of: a tree of elements that shows one has it. */
export const DEFINITIONS = `<svg class="paints" aria-hidden="true"><defs>
<linearGradient id="plate-paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--plate-top)"/><stop offset="1" stop-color="var(--plate-bottom)"/></linearGradient>
<radialGradient id="sheen-paint" cx=".22" cy=".04" r=".62"><stop offset="0" stop-color="var(--sheen)"/><stop offset="1" stop-color="var(--sheen)" stop-opacity="0"/></radialGradient>
<linearGradient id="edge-paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--board-edge)"/><stop offset="1" stop-color="var(--board-edge-deep)"/></linearGradient>
<linearGradient id="rim-paint" x1="0" y1="0" x2="0" y2="1"><stop offset=".3" stop-color="var(--board-edge-deep)"/><stop offset="1" stop-color="var(--board-edge)"/></linearGradient>
<linearGradient id="hole-paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--hole-top)"/><stop offset="1" stop-color="var(--hole-bottom)"/></linearGradient>
<linearGradient id="shade-paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--shade)"/><stop offset=".55" stop-color="var(--shade)" stop-opacity="0"/></linearGradient>
<linearGradient id="red-paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--red-light)"/><stop offset="1" stop-color="var(--red-deep)"/></linearGradient>
<linearGradient id="red-inside" x1="0" y1="0" x2="0" y2="1"><stop offset="-.4" stop-color="var(--red-deep)"/><stop offset="1.1" stop-color="var(--red-light)"/></linearGradient>
<linearGradient id="yellow-paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--yellow-light)"/><stop offset="1" stop-color="var(--yellow-deep)"/></linearGradient>
<linearGradient id="yellow-inside" x1="0" y1="0" x2="0" y2="1"><stop offset="-.6" stop-color="var(--yellow-deep)"/><stop offset="1" stop-color="var(--yellow-light)"/></linearGradient>
<g id="hole"><circle r="39.5" fill="none" stroke="url(#shade-paint)" stroke-width="7"/><circle r="43.5" fill="none" stroke="url(#rim-paint)" stroke-width="3.5"/></g>
<g id="red-disc"><circle r="39.5" fill="url(#red-paint)"/><circle r="38.3" fill="none" stroke="var(--red-deep)" stroke-width="2.5"/><circle r="30" fill="url(#red-inside)"/><path d="M-29.5-17A34 34 0 0 1 8-33" fill="none" stroke="var(--gloss)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle r="16" fill="none" stroke="var(--red-mark)" stroke-width="8"/></g>
<g id="yellow-disc"><circle r="39.5" fill="url(#yellow-paint)"/><circle r="38.3" fill="none" stroke="var(--yellow-deep)" stroke-width="2.5"/><circle r="30" fill="url(#yellow-inside)"/><path d="M-29.5-17A34 34 0 0 1 8-33" fill="none" stroke="var(--gloss)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle r="11" fill="var(--yellow-mark)"/></g>
</defs></svg>`;

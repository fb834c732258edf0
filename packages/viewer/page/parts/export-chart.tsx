import type { RefObject } from "preact";

/** Properties of a chart that come from the style sheet and have to go with it. */
const carried = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
];

/** Two small buttons: the chart as SVG, and as PNG. `svg` gives the text of the file. */
export function ExportButtons({ name, svg }: { name: string; svg: () => string | null }) {
  const save = (kind: "svg" | "png") => {
    const text = svg();
    if (text === null) return;
    if (kind === "svg") download(`${name}.svg`, new Blob([text], { type: "image/svg+xml" }));
    else void toPng(text).then((blob) => blob && download(`${name}.png`, blob));
  };
  return (
    <span class="export">
      <button type="button" class="quiet" aria-label={`${name} as SVG`} onClick={() => save("svg")}>
        SVG
      </button>
      <button type="button" class="quiet" aria-label={`${name} as PNG`} onClick={() => save("png")}>
        PNG
      </button>
    </span>
  );
}

/** The text of a chart that is on the page, with the colours it has now. */
export function svgOf(ref: RefObject<SVGSVGElement | null>): string | null {
  const original = ref.current;
  if (!original) return null;
  const copy = original.cloneNode(true) as SVGSVGElement;
  const from = [original, ...original.querySelectorAll<SVGElement>("*")];
  const to = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  for (const [at, element] of from.entries()) {
    const style = getComputedStyle(element);
    for (const name of carried) {
      const value = style.getPropertyValue(name);
      if (value) to[at]!.setAttribute(name, value);
    }
  }
  const { width, height } = original.getBoundingClientRect();
  return framed(
    copy.innerHTML,
    Math.ceil(width),
    Math.ceil(height),
    getComputedStyle(document.body).fontFamily,
  );
}

/** A whole SVG file around some content, on the background of the page. */
export function framed(
  content: string,
  width: number,
  height: number,
  font = "system-ui, sans-serif",
): string {
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--card").trim() || "#fff";
  const family = font.replaceAll('"', "'");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="${family}"><rect width="100%" height="100%" fill="${ground}"/>${content}</svg>`
  );
}

/** A text as it may stand in an SVG file. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A colour of the page by the name of its variable. */
export function colour(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

async function toPng(svg: string): Promise<Blob | null> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    const context = canvas.getContext("2d");
    context?.scale(2, 2);
    context?.drawImage(image, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function download(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name.replaceAll(/[^\w.-]+/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

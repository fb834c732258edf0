/** A file as text; or that it is none. */
export type DecodedText =
  | { kind: "text"; text: string; exact: boolean }
  | { kind: "image"; format: string }
  | { kind: "binary" };

const looked = 4_096;

const images: [format: string, start: readonly number[]][] = [
  ["png", [0x89, 0x50, 0x4e, 0x47]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
  ["webp", [0x52, 0x49, 0x46, 0x46]],
];

/**
 * The text of a file, a byte order mark included. Binary is what has a NUL byte or many control characters in its first
 * 4 KiB. `exact` when all of it is UTF-8, so that writing it back changes nothing.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const start = bytes.subarray(0, looked);
  const image = images.find(([, magic]) => magic.every((byte, at) => start[at] === byte));
  if (image && start.includes(0)) return { kind: "image", format: image[0] };
  if (start.includes(0)) return { kind: "binary" };
  const controls = start.filter(
    (byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27,
  );
  if (controls.length > start.length * 0.3) return { kind: "binary" };
  try {
    return {
      kind: "text",
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      exact: true,
    };
  } catch {
    return { kind: "text", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), exact: false };
  }
}

/**
 * Limit of scans in a progressive JPEG; encoders write about ten. A decoder processes the whole picture once per scan,
 * and a scan can be as short as its header, so a small file could keep it busy for minutes.
 */
export const MAX_SCANS = 100;

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;

/** Counts the scans (SOS markers) of a JPEG up to its end; 0 for other data. */
export function countScans(bytes: Buffer): number {
  if (bytes[0] !== 0xff || bytes[1] !== START) return 0;
  let scans = 0;
  let at = nextMarker(bytes, 2);
  while (at < bytes.length) {
    const marker = bytes[at];
    if (marker === END) break;
    if (marker === SCAN) scans += 1;
    const hasLength = at + 2 < bytes.length && !standsAlone(marker);
    at = nextMarker(bytes, at + 1 + (hasLength ? bytes.readUInt16BE(at + 1) : 0));
  }
  return scans;
}

/** Offset of the next marker's code; skips everything else, such as entropy-coded data. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at += 1;
    const code = bytes[at];
    // 0xFF followed by 0 is data (byte stuffing).
    if (code !== undefined && code !== 0 && !isRestart(code)) return at;
  }
  return bytes.length;
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7;
}

function standsAlone(code: number | undefined): boolean {
  return code === 0x01 || code === START;
}

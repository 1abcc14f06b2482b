/**
 * A decoder passes over the whole picture once for each scan, and a scan can be as short as its header: so a small file can keep it busy for
 * minutes. Encoders write about ten.
 */
export const MAX_SCANS = 100;

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;

/** How many scans (SOS markers) a JPEG has before its end. 0 for bytes that are no JPEG. */
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

/** Where the code of the next marker is; what lies between, as the data of a scan does, is passed over. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at += 1;
    const code = bytes[at];
    // A zero says that 0xFF was data.
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

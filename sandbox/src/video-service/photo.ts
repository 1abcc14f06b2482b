export type Photo = { bytes: Buffer; extension: 'jpg' | 'png' | 'webp' };

/** The URL did not serve a readable picture. */
export class UnreadablePhoto extends Error {}

const answerWithinMs = 15_000;
const largestBytes = 30 * 1024 * 1024;

/** Fetches a picture over the network, as the real service does. */
export async function fetchPhoto(url: string, stop: AbortSignal): Promise<Photo> {
  const bytes = await download(url, AbortSignal.any([stop, AbortSignal.timeout(answerWithinMs)]));
  const extension = extensionOf(bytes);
  if (!extension) throw new UnreadablePhoto(`${bytes.length} bytes that are neither JPEG, PNG nor WebP`);
  return { bytes, extension };
}

async function download(url: string, signal: AbortSignal): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok || !response.body) throw new UnreadablePhoto(`answered ${response.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body) {
      length += part.length;
      if (length > largestBytes) throw new UnreadablePhoto(`more than ${largestBytes} bytes`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (cause) {
    throw cause instanceof UnreadablePhoto ? cause : new UnreadablePhoto('could not be fetched', { cause });
  }
}

function extensionOf(bytes: Buffer): Photo['extension'] | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}

import type { ImageType } from '@keepsake/contract/photos/image-type';
import type { Size } from '@keepsake/renderer/core/picture/framing';

/**
 * Reads a picture's size from its first bytes, before it is decoded, because a decoded photo of 100 megapixels takes 400 MB. Undefined if they do not
 * contain it.
 */
export function readPictureSize(head: Uint8Array, type: ImageType): Size | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    return readers[type](view);
  } catch (error) {
    // Read beyond the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers: Record<ImageType, (view: DataView) => Size | undefined> = {
  jpeg: sizeOfJpeg,
  png: sizeOfPng,
  webp: sizeOfWebp,
};

/** In its start-of-frame segment (ITU T.81, B.2.2). */
function sizeOfJpeg(view: DataView): Size | undefined {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Fill bytes have no length; every other segment has one.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** In its first chunk (PNG specification, 11.2.1). */
function sizeOfPng(view: DataView): Size {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** In its first chunk, which is one of three kinds (RFC 9649). */
function sizeOfWebp(view: DataView): Size | undefined {
  switch (String.fromCodePoint(...[12, 13, 14, 15].map((at) => view.getUint8(at)))) {
    case 'VP8X':
      return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(27, true) & 0xffffff) };
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    default:
      return undefined;
  }
}

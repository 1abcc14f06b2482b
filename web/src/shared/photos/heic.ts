/** Whether a file is a HEIC photo of an iPhone, which must be converted: by its first bytes, else by its name. */
export function isHeic(head: Uint8Array, file: Blob): boolean {
  return hasBrand(head) || isCalledHeic(file);
}

/** Brands of HEIF files: HEVC images, and the generic `mif1` that some phones write. */
function hasBrand(head: Uint8Array): boolean {
  return /^ftyp(?:he[iv][a-z]|mif1)$/.test(String.fromCodePoint(...head.subarray(4, 12)));
}

function isCalledHeic(file: Blob): boolean {
  return /^image\/hei[cf]/.test(file.type) || (file instanceof File && /\.hei[cf]$/i.test(file.name));
}

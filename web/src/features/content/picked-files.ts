import { imageTypes } from '@keepsake/contract/limits';

/** For `<input accept>`. */
export const acceptedTypes = imageTypes.join(',');

export interface PickedFiles {
  valid: File[];
  invalidNames: string[];
  /** Photos in the iPhone's own format get advice of their own. */
  hasHeic: boolean;
}

/** Sorts files by what the service can use. What a file really holds is for the server to say. */
export function sortPicked(files: readonly File[]): PickedFiles {
  const invalid = files.filter((file) => !isAccepted(file));
  return {
    valid: files.filter(isAccepted),
    invalidNames: invalid.map((file) => file.name),
    hasHeic: invalid.some(isHeic),
  };
}

function isAccepted(file: File): boolean {
  // Some systems know no type for a dropped file: the name decides then.
  if (file.type === '') return /\.(?:jpe?g|png|webp)$/i.test(file.name);
  return imageTypes.some((type) => type === file.type);
}

function isHeic(file: File): boolean {
  return /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
}

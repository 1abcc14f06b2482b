import { imageType, signatureLength } from '@keepsake/contract/photos/image-type';
import { imageTypes, limits } from '@keepsake/contract/limits';
import { useState } from 'react';
import { isHeic } from '../../../shared/photos/heic.ts';
import { useCart } from '../cart/cart.ts';
import { addFiles } from './uploads.ts';

/** For `<input accept>`. Some systems do not map the rarer JPEG file extensions to a MIME type. */
export const acceptedTypes = [...imageTypes, '.jpg', '.jpeg', '.jpe', '.jfif', '.pjpeg', '.png', '.webp'].join(',');

export interface PickedFiles {
  valid: File[];
  invalidNames: string[];
  /** HEIC photos (iPhone) get their own advice. */
  hasHeic: boolean;
}

/** Separates supported files from others by their signature; names and MIME types depend on the system. */
export async function sortPicked(files: readonly File[]): Promise<PickedFiles> {
  const looked = await Promise.all(files.map(async (file) => ({ file, ...(await lookAt(file)) })));
  const invalid = looked.filter(({ isValid }) => !isValid);
  return {
    valid: looked.filter(({ isValid }) => isValid).map(({ file }) => file),
    invalidNames: invalid.map(({ file }) => file.name),
    hasHeic: invalid.some(({ isHeic }) => isHeic),
  };
}

async function lookAt(file: File): Promise<{ isValid: boolean; isHeic: boolean }> {
  const head = await firstBytes(file);
  // An empty or unreadable file is reported when it is uploaded.
  const isValid = head.length === 0 ? isCalledPhoto(file) : imageType(head) !== undefined;
  return { isValid, isHeic: isHeic(head, file) };
}

async function firstBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, signatureLength).arrayBuffer());
  } catch {
    return new Uint8Array();
  }
}

function isCalledPhoto(file: File): boolean {
  if (file.type === '') return /\.(?:jpe?g|png|webp)$/i.test(file.name);
  return imageTypes.some((type) => type === file.type);
}

/** Why a whole selection was refused. */
export type Refusal = { kind: 'types'; names: string[]; hasHeic: boolean } | { kind: 'too_many'; room: number };

/** Accepts a selection of files; if one of them is unsupported, refuses all of them. */
export function usePickedFiles() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function pick(files: File[]): Promise<void> {
    if (files.length === 0) return;
    const { valid, invalidNames, hasHeic } = await sortPicked(files);
    const room = limits.photosPerBucket - useCart.getState().photos.length;
    if (invalidNames.length > 0) return setRefusal({ kind: 'types', names: invalidNames, hasHeic });
    if (valid.length > room) return setRefusal({ kind: 'too_many', room });
    setRefusal(null);
    await addFiles(valid);
  }

  return { pick: (files: File[]) => void pick(files), refusal, dismiss: () => setRefusal(null) };
}

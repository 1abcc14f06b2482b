import { limits } from '@keepsake/contract/limits';
import { useState } from 'react';
import { useCart } from './cart.ts';
import { sortPicked } from './picked-files.ts';
import { addFiles } from './uploads.ts';

/** Why a whole selection was turned away. */
export type Refusal = { kind: 'types'; names: string[]; hasHeic: boolean } | { kind: 'too_many'; room: number };

/** Takes a selection of files, all of it or, where one of them cannot be used, none. */
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

import type { Action } from '@keepsake/contract/content';
import type { Photo } from '../photos.api.ts';

/** One row of effects on a photo card; no effect is chosen yet while `promptId` is null. */
export interface ChosenEffect {
  promptId: string | null;
  /** Versions of the effect, 1..10. */
  variety: number;
}

export const noEffect: ChosenEffect = { promptId: null, variety: 1 };

/** `waiting` to be sent, then `preparing` (being reduced), `uploading`, and `uploaded` or `failed`. */
export type UploadStatus = 'waiting' | 'preparing' | 'uploading' | 'uploaded' | 'failed';

/** A photo in the cart, from the moment it is picked. */
export interface CartPhoto {
  /** The browser's own, known before the server has one; sent with the upload, and kept there with the photo. */
  id: string;
  photoId: string | null;
  /** The server's name of the file, which deletes it. */
  filename: string | null;
  /** The name the customer knows. */
  name: string;
  /** The theme's English text, which tells themes apart. */
  imageTheme: string | null;
  actions: ChosenEffect[];
  /** Whether the choices differ from what the server holds. */
  unsaved: boolean;
  status: UploadStatus;
  /** Code of what went wrong with the upload. */
  failure: string | null;
  /** Address of a picture to show: an object URL of this page, or the server's signed one. */
  preview: string | null;
  /** The photo's pixels, once the server has it. */
  size: { width: number; height: number } | null;
  createdAt: string;
}

/** A stored photo as the cart holds it. */
export function cartPhotoOf(stored: Photo): CartPhoto {
  return {
    id: stored.id,
    photoId: stored.id,
    filename: stored.filename,
    name: stored.originalName,
    imageTheme: null,
    actions: stored.actions.length > 0 ? stored.actions : [noEffect],
    unsaved: false,
    status: 'uploaded',
    failure: null,
    preview: stored.photoUrl,
    size: { width: stored.width, height: stored.height },
    createdAt: stored.createdAt,
  };
}

/** The rows in which an effect is chosen, as the API takes them. */
export function chosenActions(photo: Pick<CartPhoto, 'actions'>): Action[] {
  return photo.actions.flatMap(({ promptId, variety }) => (promptId ? [{ promptId, variety }] : []));
}

/** What is priced; a photo without effects counts as one film. */
export function countFilms(photos: readonly Pick<CartPhoto, 'actions'>[]): { photos: number; films: number } {
  const filmsOf = (photo: Pick<CartPhoto, 'actions'>) =>
    Math.max(
      1,
      chosenActions(photo).reduce((sum, { variety }) => sum + variety, 0),
    );
  return { photos: photos.length, films: photos.reduce((sum, photo) => sum + filmsOf(photo), 0) };
}

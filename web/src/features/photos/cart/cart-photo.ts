import type { Action } from '@keepsake/contract/photos/content';
import type { Photo } from '../photos.api.ts';

/** `preparing` means that the photo is being downscaled. */
export type UploadStatus = 'waiting' | 'preparing' | 'uploading' | 'uploaded' | 'failed';

/** A photo in the cart, from the moment it is picked. */
export interface CartPhoto {
  /** The client's id, sent as `uploadId` and stored with the photo. */
  id: string;
  photoId: string | null;
  /** The file name on the server, needed to delete the photo. */
  filename: string | null;
  /** The original file name. */
  name: string;
  /** The theme's English text, which identifies it. */
  imageTheme: string | null;
  /** The chosen effects, in the order in which they were chosen. */
  actions: Action[];
  /** Whether the effects differ from those on the server. */
  unsaved: boolean;
  status: UploadStatus;
  /** Error code of the failed upload. */
  failure: string | null;
  /** URL of the thumbnail: an object URL, or a signed URL of the server. */
  preview: string | null;
  /** In pixels; null until uploaded. */
  size: { width: number; height: number } | null;
  createdAt: string;
}

/** Converts a photo of the server to a photo of the cart. */
export function cartPhotoOf(stored: Photo): CartPhoto {
  return {
    id: stored.id,
    photoId: stored.id,
    filename: stored.filename,
    name: stored.originalName,
    imageTheme: null,
    actions: stored.actions,
    unsaved: false,
    status: 'uploaded',
    failure: null,
    preview: stored.photoUrl,
    size: { width: stored.width, height: stored.height },
    createdAt: stored.createdAt,
  };
}

/** The quantities to price; a photo without effects counts as one film. */
export function countFilms(photos: readonly Pick<CartPhoto, 'actions'>[]): { photos: number; films: number } {
  const filmsOf = (photo: Pick<CartPhoto, 'actions'>) =>
    Math.max(
      1,
      photo.actions.reduce((sum, { variety }) => sum + variety, 0),
    );
  return { photos: photos.length, films: photos.reduce((sum, photo) => sum + filmsOf(photo), 0) };
}

import type { Action } from '@keepsake/contract/photos/content';
import type { CartPhoto } from './cart-photo.ts';
import { changePhoto, findPhoto, useCart } from './cart.ts';

/** Removes the effects if the theme changes, because they depend on it. */
export function chooseTheme(id: string, imageTheme: string): void {
  edit(id, (photo) =>
    imageTheme === photo.imageTheme ? photo : { ...photo, imageTheme: imageTheme || null, actions: [] },
  );
}

/** Chooses an effect, or agrees to the replacement of a chosen one. */
export function chooseEffect(id: string, promptId: string, agreedTo: Action['agreedTo']): void {
  edit(id, (photo) => {
    const before = photo.actions.find((action) => action.promptId === promptId);
    const chosen = { promptId, variety: before?.variety ?? 1, ...(agreedTo && { agreedTo }) };
    return before ? replace(photo, chosen) : { ...photo, actions: [...photo.actions, chosen] };
  });
}

/** Takes back agreements to replacements that a checked photo does not need any more: its films show the effect. */
export function dropNeedlessAgreements(lacks: ReadonlyMap<string, Record<string, unknown>>): void {
  for (const { id, photoId, actions } of useCart.getState().photos) {
    const instead = lacks.get(photoId ?? '');
    if (!instead) continue;
    for (const { promptId, agreedTo } of actions)
      if (agreedTo && instead[promptId] === undefined) chooseEffect(id, promptId, undefined);
  }
}

export function dropEffect(id: string, promptId: string): void {
  edit(id, (photo) => {
    const actions = photo.actions.filter((action) => action.promptId !== promptId);
    return actions.length === photo.actions.length ? photo : { ...photo, actions };
  });
}

export function setVersions(id: string, promptId: string, variety: number): void {
  edit(id, (photo) => {
    const before = photo.actions.find((action) => action.promptId === promptId);
    return before ? replace(photo, { ...before, variety }) : photo;
  });
}

function replace(photo: CartPhoto, changed: Action): CartPhoto {
  const actions = photo.actions.map((action) => (action.promptId === changed.promptId ? changed : action));
  return { ...photo, actions };
}

/**
 * Copies a photo's theme and effects to all photos. Agreements to replacements are not copied, because they depend on the photo.
 * @returns a function that undoes it, except where something else was chosen since
 */
export function copyToAll(id: string): () => void {
  const { photos } = useCart.getState();
  const source = photos.find((photo) => photo.id === id);
  if (!source) return () => {};
  const { imageTheme } = source;
  const actions = source.actions.map(({ promptId, variety }) => ({ promptId, variety }));
  useCart.setState({
    photos: photos.map((photo) => (photo.id === id ? photo : { ...photo, imageTheme, actions, unsaved: true })),
  });
  return () => {
    for (const { id: other, imageTheme: theme, actions: former } of photos) {
      const now = findPhoto(other);
      if (other !== id && now?.imageTheme === imageTheme && now.actions === actions)
        changePhoto(other, { imageTheme: theme, actions: former, unsaved: true });
    }
  };
}

function edit(id: string, change: (photo: CartPhoto) => CartPhoto): void {
  const photo = findPhoto(id);
  const changed = photo && change(photo);
  if (changed && changed !== photo) changePhoto(id, { ...changed, unsaved: true });
}

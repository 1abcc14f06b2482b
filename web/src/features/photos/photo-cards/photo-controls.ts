/** Ids of a photo card's controls, used by labels, error links and focus. */
export const photoControls = {
  card: (photoId: string) => `photo-${photoId}`,
  theme: (photoId: string) => `photo-${photoId}-theme`,
  /** The tiles of all effects. */
  effects: (photoId: string) => `photo-${photoId}-effects`,
  effect: (photoId: string, promptId: string) => `photo-${photoId}-effect-${promptId}`,
  retry: (photoId: string) => `photo-${photoId}-retry`,
  remove: (photoId: string) => `photo-${photoId}-remove`,
};

export const consentControls = { guidelines: 'consent-guidelines', finalSale: 'consent-final-sale' } as const;

export const filePickerId = 'photo-picker';

/** Focuses a control that may appear only with the next render. */
export function focusControl(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

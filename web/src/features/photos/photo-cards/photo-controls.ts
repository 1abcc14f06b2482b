/** Ids of a photo card's controls, used by labels, error links and focus. */
export const photoControls = {
  card: (photoId: string) => `photo-${photoId}`,
  theme: (photoId: string) => `photo-${photoId}-theme`,
  effect: (photoId: string, row: number) => `photo-${photoId}-effect-${row}`,
  addEffect: (photoId: string) => `photo-${photoId}-add-effect`,
  retry: (photoId: string) => `photo-${photoId}-retry`,
  remove: (photoId: string) => `photo-${photoId}-remove`,
};

export const consentControls = { guidelines: 'consent-guidelines', finalSale: 'consent-final-sale' } as const;

export const filePickerId = 'photo-picker';

/** Focuses a control that may appear only with the next render. */
export function focusControl(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

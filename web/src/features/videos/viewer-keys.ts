export type ViewerAction = 'play' | 'next' | 'previous' | 'download';

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  target: unknown;
}

/** What a key does in the viewer. Combinations belong to the browser, and Space to a control that has the focus. */
export function viewerAction({ key, ctrlKey, metaKey, altKey, target }: Key): ViewerAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowRight') return 'next';
  if (key === 'ArrowLeft') return 'previous';
  if (key.toLowerCase() === 'd') return 'download';
  return key === ' ' && !isControl(target) ? 'play' : null;
}

function isControl(target: unknown): boolean {
  const name = (target as { tagName?: string } | null)?.tagName?.toLowerCase() ?? '';
  return ['button', 'a', 'summary', 'input', 'select', 'textarea'].includes(name);
}

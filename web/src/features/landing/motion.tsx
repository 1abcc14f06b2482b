import { Pause, Play } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { local } from '../../shared/storage.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { stillQuery } from '../../ui/use-media.ts';

const key = 'filmsPaused';

const listeners = new Set<() => void>();

/** Stops and starts every film of the page. */
export function MotionButton() {
  const { t } = useTranslation('landing');
  const moving = useMotion();
  return (
    <Button
      variant="quiet"
      icon={moving ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
      onClick={() => setMotion(!moving)}
    >
      {moving ? t('films.pause') : t('films.play')}
    </Button>
  );
}

/** Whether films of the page autoplay: the visitor's choice, else the preferences of system and connection. */
export function useMotion(): boolean {
  return useSyncExternalStore(subscribe, moves, () => false);
}

/** One choice for every film of the page, remembered for the next visit (WCAG 2.2.2). */
function setMotion(moving: boolean): void {
  local.set(key, moving ? 'no' : 'yes');
  for (const listener of listeners) listener();
}

function moves(): boolean {
  const chosen = local.get(key);
  return chosen === null ? !prefersStill().matches && !savesData() : chosen === 'no';
}

function subscribe(listener: () => void): () => void {
  const still = prefersStill();
  listeners.add(listener);
  still.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    still.removeEventListener('change', listener);
  };
}

function prefersStill(): MediaQueryList {
  return window.matchMedia(stillQuery);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

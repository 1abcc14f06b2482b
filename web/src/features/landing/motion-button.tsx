import { Pause, Play } from 'lucide-react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { setMotion, useMotion } from './motion.ts';

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

import type { EffectName } from '@keepsake/renderer/core/effects';
import { clsx } from 'clsx';
import { Pause, Play } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';
import { stillQuery, useMedia } from '../../ui/use-media.ts';
import type { PreviewScene } from './messages.ts';
import styles from './preview-canvas.module.css';
import type { ScenePlayer } from './preview-client.ts';
import type { Preview } from './use-preview.ts';

interface PreviewCanvasProps {
  preview: Preview;
  effect: EffectName;
  /** uint32; each seed is another version of the effect. */
  seed?: number;
  /** Whether it plays; with reduced motion the photo and a button are shown instead. */
  playing?: boolean;
  /** The position shown while it does not play, from 0 (the photo) to 1. */
  moment?: number;
  /** False if the canvas is inside a button: then only `playing` decides. */
  controls?: boolean;
  /** Text alternative; "Preview of your photo, moving" by default. */
  label?: string;
  className?: string;
}

/** An effect on the photo, drawn on the device while it is shown, with the word "Preview" across it. Empty until the photo is ready. */
export function PreviewCanvas({
  preview: { session, state },
  effect,
  seed = 1,
  playing = true,
  moment = 0,
  controls = true,
  label,
  className,
}: PreviewCanvasProps) {
  const { t } = useTranslation('preview');
  const [chosen, choose] = useState<boolean>();
  const prefersStill = useMedia(stillQuery);
  const isPlaying = playing && (!controls || (chosen ?? !prefersStill));
  const scene: PreviewScene = { effect, seed, word: t('word'), isPlaying, moment };
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<HTMLCanvasElement>(undefined);
  const player = useRef<ScenePlayer>(undefined);
  const latest = useRef(scene);
  const isReady = state.status === 'ready';
  const name = label ?? t('label');

  useEffect(() => {
    if (!session || !isReady) return;
    // A canvas can be transferred to the worker only once.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    frame.current?.prepend(canvas);
    drawing.current = canvas;
    player.current = session.play(canvas, latest.current, () => canvas.setAttribute('data-drawn', ''));
    return () => {
      player.current?.stop();
      player.current = undefined;
      canvas.remove();
    };
  }, [session, isReady]);

  // After each render; the worker ignores a scene that it already shows.
  useEffect(() => {
    latest.current = scene;
    player.current?.change(scene);
    drawing.current?.setAttribute('aria-label', name);
  });

  if (!isReady) return null;
  const ratio = state.width / state.height;
  return (
    <div
      ref={frame}
      className={clsx(styles.frame, className)}
      style={{ aspectRatio: ratio, '--ratio': ratio } as CSSProperties}
      data-playing={isPlaying || undefined}
    >
      {controls && playing && (
        <IconButton
          label={isPlaying ? t('pause') : t('play')}
          icon={isPlaying ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
          className={styles.control}
          onClick={() => choose(!isPlaying)}
        />
      )}
    </div>
  );
}

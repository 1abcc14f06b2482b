import { listOfferedEffects } from '@keepsake/contract/films/prompts';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { siteInfo } from '@keepsake/contract/site';
import { useEffect, useId, useRef, useState } from 'react';
import { paths } from '../../../paths.ts';
import { call } from '../../../shared/api.ts';
import { getToken } from '../../../shared/session.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { storeTriedPhoto } from '../../../shared/photos/tried-photo.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import type { PreviewReady } from '../../preview/messages.ts';
import { otherMaker } from '../../preview/other-maker.ts';
import { PreviewCanvas } from '../../preview/preview-canvas.tsx';
import { PreviewStatus } from '../../preview/preview-status.tsx';
import { usePreview } from '../../preview/use-preview.ts';
import styles from './try-it.module.css';

const faceEffects = ['smile', 'laugh', 'wink', 'turn'] as const;
const petEffects = ['pet-tilt', 'pet-ears', 'pet-breathe'] as const;
type Effect = (typeof faceEffects | typeof petEffects)[number];

/** Names of the effects on offer; undefined until loaded. */
function useOfferedEffects(): readonly string[] | undefined {
  const [known, setKnown] = useState<readonly string[]>();
  useEffect(() => {
    let isCurrent = true;
    call(listOfferedEffects).then(
      (reply) => isCurrent && setKnown(reply.effects),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, []);
  return known;
}

/** Previews of effects on a visitor's photo, with a button to order a film. */
export function TriedPreview({ photo }: { photo: File }) {
  const { t } = useTranslation('landing');
  const preview = usePreview(photo);
  const names = useOfferedEffects();
  const [chosen, choose] = useState<Effect>('smile');
  const { state } = preview;
  const offered = state.status === 'ready' ? fittingEffects(state, names) : [];
  const effect = offered.includes(chosen) ? chosen : (offered[0] ?? chosen);
  const lack = state.status === 'ready' ? state.lacks[effect] : undefined;
  const movesPicture = lack !== undefined && standIns[lack] === 'picture';
  // Without a face every effect would be the same moving picture; a face that cannot turn can still smile.
  const isPictureOnly = movesPicture && state.status === 'ready' && state.faces === 0;
  const shown = useRef<HTMLDivElement>(null);
  // What has just appeared may be below the visible part of the page.
  useEffect(() => {
    if (state.status === 'ready') shown.current?.scrollIntoView({ block: 'nearest' });
  }, [state.status]);
  return (
    <div ref={shown} className={styles.preview}>
      <PreviewStatus state={state} />
      {state.status === 'ready' && (
        <>
          <PreviewCanvas
            preview={preview}
            effect={effect}
            label={movesPicture ? t('tryIt.pictureLabel') : t('tryIt.label', { effect: t(`tryIt.effect.${effect}`) })}
            className={styles.canvas}
          />
          {isPetEffect(effect) && <p className={styles.note}>{t('tryIt.pet')}</p>}
          {!isPictureOnly && <EffectChips offered={offered} chosen={effect} onChoose={choose} />}
          {lack !== undefined && <p className={styles.note}>{isPictureOnly ? t('tryIt.noFace') : t('tryIt.lacks')}</p>}
          <MakeTheFilm key={`${photo.name} ${photo.lastModified} ${photo.size}`} photo={photo} effect={effect} />
          <FilmMakerNote />
        </>
      )}
    </div>
  );
}

/**
 * The effects on offer, in order; all effects until that is known, or if none is on offer. If no face was found, the effects of pets that this photo
 * can show.
 */
function fittingEffects({ faces, lacks }: PreviewReady, names: readonly string[] | undefined): readonly Effect[] {
  const ordered = <Name extends Effect>(effects: readonly Name[]): readonly Name[] =>
    (names ?? []).flatMap((name) => effects.find((effect) => effect === name) ?? []);
  const pets = faces === 0 && lacks.smile === 'no_face' ? ordered(petEffects) : [];
  const canShow = pets.filter((effect) => lacks[effect] === undefined);
  if (canShow.length > 0) return canShow;
  const fitting = ordered(faceEffects);
  return fitting.length > 0 ? fitting : faceEffects;
}

function isPetEffect(effect: Effect): boolean {
  return petEffects.some((one) => one === effect);
}

function EffectChips({
  offered,
  chosen,
  onChoose,
}: {
  offered: readonly Effect[];
  chosen: Effect;
  onChoose: (effect: Effect) => void;
}) {
  const { t } = useTranslation('landing');
  const name = useId();
  return (
    <fieldset className={styles.chips}>
      <legend>
        <VisuallyHidden>{t('tryIt.effects')}</VisuallyHidden>
      </legend>
      {offered.map((effect) => (
        <label key={effect} className={styles.chip}>
          <input type="radio" name={name} checked={effect === chosen} onChange={() => onChoose(effect)} />
          <span>{t(`tryIt.effect.${effect}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Keeps the photo and the effect for the first bucket, through the registration. */
function MakeTheFilm({ photo, effect }: { photo: File; effect: Effect }) {
  const { t } = useTranslation('landing');
  const [state, setState] = useState<'open' | 'busy' | 'not_kept'>('open');
  const next = getToken() === null ? paths.register : paths.process;

  async function make(): Promise<void> {
    setState('busy');
    if (!(await storeTriedPhoto({ file: photo, effect }))) return setState('not_kept');
    // The back/forward cache may restore the page as it was left.
    window.addEventListener('pageshow', () => setState('open'), { once: true });
    window.location.assign(next);
  }

  if (state === 'not_kept')
    return (
      <Notice tone="neutral" action={<LinkButton to={next}>{t('tryIt.goOn')}</LinkButton>}>
        <p>{t('tryIt.notKept')}</p>
      </Notice>
    );
  return (
    <Button size="large" wide busy={state === 'busy'} onClick={() => void make()}>
      {t('tryIt.make')}
    </Button>
  );
}

function FilmMakerNote() {
  const { t } = useTranslation('landing');
  const maker = useOtherMaker();
  if (maker === undefined) return null;
  return <p className={styles.note}>{maker === null ? t('tryIt.ours') : t('tryIt.other', { maker })}</p>;
}

/** The video provider: null for the renderer that draws the preview, undefined until known. */
function useOtherMaker(): string | null | undefined {
  const [maker, setMaker] = useState<string | null>();
  useEffect(() => {
    let isCurrent = true;
    call(siteInfo).then(
      ({ filmsBy }) => isCurrent && filmsBy !== null && setMaker(otherMaker(filmsBy)),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, []);
  return maker;
}

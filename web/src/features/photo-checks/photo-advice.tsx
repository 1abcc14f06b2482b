import { limits } from '@keepsake/contract/limits';
import { type PhotoCheck, standIns } from '@keepsake/contract/photos/photo-checks';
import { Eye } from 'lucide-react';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './photo-advice.module.css';

/** What was detected in a photo, with advice on the chosen effects. It never blocks an order. */
export function PhotoAdvice({ check, ...choice }: Choice & { check: PhotoCheck }) {
  const { t } = useTranslation('wizard');
  const { facesMatter } = whatMoves(check, choice);
  const advice = findAdvice(check, choice);
  if (!facesMatter && advice.length === 0) return null;
  return (
    <div className={styles.advice} data-warns={advice.length > 0 || undefined}>
      {facesMatter && (
        <p className={styles.seen}>
          <Eye size={18} aria-hidden="true" />
          <span>{check.faces === 0 ? t('advice.noFaces') : t('advice.faces', { count: check.faces })}</span>
        </p>
      )}
      {advice.length > 0 && (
        <ul className={styles.list}>
          {advice.map((item) => (
            <li key={item.code}>{words(item, t)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function words(item: Advice, t: Translate<'wizard'>): string {
  const figures = 'count' in item ? { count: item.count } : { pixels: limits.photoRecommendedSide };
  return t(`advice.${item.code}`, figures);
}

type Advice =
  | { code: 'blurred' | 'dark' | 'low_resolution' | 'all_move' }
  | { code: 'some_still' | 'several_move' | 'small_faces'; count: number };

/** The choices for a photo. */
interface Choice {
  /** Prompts: the chosen ones, or all of the theme while none is chosen. */
  effects: readonly string[];
  /** Whether the theme or an effect is meant for a single person or animal. */
  isForOne: boolean;
}

/** Whether anything depends on faces, and whether any face will move. Both are assumed if there is no theme. */
function whatMoves(
  { instead, faceless }: PhotoCheck,
  { effects }: Choice,
): { facesMatter: boolean; facesMove: boolean } {
  const byFaces = effects.filter((promptId) => !faceless.includes(promptId));
  const moving = byFaces.filter((promptId) => {
    const lack = instead[promptId];
    return lack === undefined || standIns[lack] !== 'picture';
  });
  const isOpen = effects.length === 0;
  return { facesMatter: isOpen || byFaces.length > 0, facesMove: isOpen || moving.length > 0 };
}

/**
 * Advice on a photo and its effects before the order; empty if there is none. Replacements of effects are shown at the effect, and this advice must
 * not contradict them: it mentions moving faces only if an effect moves them.
 */
export function findAdvice(check: PhotoCheck, choice: Choice): Advice[] {
  const { faces, movableFaces, smallFaces } = check;
  const advice: Advice[] = [];
  if (movableFaces > 0 && whatMoves(check, choice).facesMove) {
    const still = faces - movableFaces;
    if (still > 0) advice.push({ code: 'some_still', count: still });
    if (choice.isForOne && movableFaces > 1)
      advice.push(still > 0 ? { code: 'several_move', count: movableFaces } : { code: 'all_move' });
    if (smallFaces > 0) advice.push({ code: 'small_faces', count: smallFaces });
  }
  if (check.isLowResolution) advice.push({ code: 'low_resolution' });
  if (check.isBlurred) advice.push({ code: 'blurred' });
  if (check.isDark) advice.push({ code: 'dark' });
  return advice;
}

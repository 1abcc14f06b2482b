import { Plus, Trash2 } from 'lucide-react';
import { use, useId } from 'react';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { FormIsSent } from '../../ui/forms/form-is-sent.ts';
import styles from './discount-editor.module.css';
import { byThreshold, type DiscountLevel, type LevelProblem, problemsOf, withNewLevel } from './discount-levels.ts';

export type DiscountKind = 'volumeDiscounts' | 'variantDiscounts' | 'packageDiscounts';

/** Editor for the levels of one discount. */
export function DiscountEditor({
  kind,
  levels,
  onChange,
}: {
  kind: DiscountKind;
  levels: readonly DiscountLevel[];
  onChange: (levels: DiscountLevel[]) => void;
}) {
  const { t } = useTranslation('admin-pricing');
  const hintId = useId();
  const isSent = use(FormIsSent);
  const problems = problemsOf(levels);
  const change = (key: number, part: Partial<DiscountLevel>) =>
    onChange(levels.map((level) => (level.key === key ? { ...level, ...part } : level)));
  return (
    <fieldset className={styles.editor} aria-describedby={hintId}>
      <legend className={styles.title}>{t(`${kind}.title`)}</legend>
      <p id={hintId} className={styles.hint}>
        {t(`${kind}.hint`)}
      </p>
      {levels.map((level) => {
        const problem = problems.get(level.key);
        const isAboutPercent = problem === 'percent_out_of_range';
        const said = problem && problemText(t, problem, level);
        return (
          <div key={level.key} className={styles.level}>
            <TextField
              label={t('threshold')}
              inputMode="numeric"
              value={level.threshold}
              error={isAboutPercent ? undefined : said}
              onChange={({ target }) => change(level.key, { threshold: target.value })}
              onBlur={() => onChange(levels.toSorted(byThreshold))}
            />
            <TextField
              label={t('percent')}
              inputMode="numeric"
              value={level.percent}
              error={isAboutPercent ? said : undefined}
              onChange={({ target }) => change(level.key, { percent: target.value })}
            />
            <IconButton
              className={styles.remove}
              label={t('removeLevel', { threshold: level.threshold })}
              icon={<Trash2 size={20} aria-hidden="true" />}
              disabled={isSent}
              onClick={() => onChange(levels.filter(({ key }) => key !== level.key))}
            />
          </div>
        );
      })}
      <div>
        <Button
          variant="secondary"
          icon={<Plus size={18} aria-hidden="true" />}
          disabled={isSent}
          onClick={() => onChange(withNewLevel(levels))}
        >
          {t('addLevel')}
        </Button>
      </div>
    </fieldset>
  );
}

function problemText(t: Translate<'admin-pricing'>, problem: LevelProblem, { threshold }: DiscountLevel): string {
  return t(`problems.${problem}`, { threshold: String(Number(threshold)) });
}

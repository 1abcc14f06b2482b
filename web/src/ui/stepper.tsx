import { Check } from 'lucide-react';
import { useTranslation } from '../shared/use-translation.ts';
import styles from './stepper.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Where one stands in a sequence; `current` counts from 0, at the length everything is done. */
export function Stepper({ steps, current, label }: { steps: readonly string[]; current: number; label: string }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.stepper} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
        >
          <span className={styles.mark} aria-hidden="true">
            {index < current ? <Check size={18} /> : index + 1}
          </span>
          <span className={styles.name}>
            <span>{step}</span>
            {index < current && <VisuallyHidden>{` ${t('stepDone')}`}</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ol>
  );
}

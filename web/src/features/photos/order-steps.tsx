import { Check } from 'lucide-react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './order-steps.module.css';

const steps = ['upload', 'invoicing', 'payment'] as const;

/** The steps of an order and the current one. */
export function OrderSteps({ current }: { current: (typeof steps)[number] | 'done' }) {
  const { t } = useTranslation('wizard');
  const index = current === 'done' ? steps.length : steps.indexOf(current);
  return <Stepper label={t('steps.label')} steps={steps.map((step) => t(`steps.${step}`))} current={index} />;
}

/** `current` counts from 0; `steps.length` means that all steps are done. */
function Stepper({ steps, current, label }: { steps: readonly string[]; current: number; label: string }) {
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

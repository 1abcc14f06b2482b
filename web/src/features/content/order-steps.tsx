import { useTranslation } from '../../shared/use-translation.ts';
import { Stepper } from '../../ui/stepper.tsx';

const steps = ['upload', 'invoicing', 'payment'] as const;

/** Where one stands on the way to one's films. */
export function OrderSteps({ current }: { current: (typeof steps)[number] | 'done' }) {
  const { t } = useTranslation('wizard');
  const index = current === 'done' ? steps.length : steps.indexOf(current);
  return <Stepper label={t('steps.label')} steps={steps.map((step) => t(`steps.${step}`))} current={index} />;
}

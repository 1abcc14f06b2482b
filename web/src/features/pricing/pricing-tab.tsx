import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { PricingForm } from './pricing-form.tsx';
import { pricingStateQuery } from './pricing.api.ts';

export function Component() {
  const { t } = useTranslation('admin-pricing');
  const query = useQuery(pricingStateQuery);
  return (
    <QueryView query={query} failureText={(error) => t('failedLoad', { reason: errorText(error) })}>
      {(state) => <PricingForm state={state} />}
    </QueryView>
  );
}

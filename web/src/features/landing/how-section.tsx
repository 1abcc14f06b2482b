import { useTranslation } from '../../shared/use-translation.ts';
import { LandingSection } from './landing-section.tsx';
import { Showcase } from './showcase.tsx';

export function HowSection({ showStart }: { showStart: boolean }) {
  const { t } = useTranslation('landing');
  return (
    <LandingSection id="how-we-work" title={t('how.title')} intro={t('how.intro')}>
      <Showcase showStart={showStart} />
    </LandingSection>
  );
}

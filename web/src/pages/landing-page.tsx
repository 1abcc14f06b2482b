import { QueryClientProvider } from '@tanstack/react-query';
import { ClosingSection } from '../features/landing/closing-section.tsx';
import { DevelopmentBanner } from '../features/landing/development-banner.tsx';
import { FaqSection } from '../features/landing/faq-section.tsx';
import { FeaturesSection } from '../features/landing/features-section.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { GallerySection } from '../features/landing/gallery-section.tsx';
import { HowSection } from '../features/landing/how-section.tsx';
import { PricingSection } from '../features/landing/pricing-section.tsx';
import { TestimonialsSection } from '../features/landing/testimonials-section.tsx';
import { useSectionFocus } from '../features/landing/use-section-focus.ts';
import { queryClient } from '../shared/query.ts';
import { useUserData } from '../shared/session.ts';
import { Flash } from '../ui/flash.tsx';
import styles from './landing-page.module.css';

export function Component() {
  const isVisitor = useUserData() === null;
  useSectionFocus();
  return (
    <>
      <div className={styles.top}>
        <Flash className={styles.flash} />
        <Hero />
      </div>
      <FeaturesSection />
      <HowSection />
      <GallerySection />
      <TestimonialsSection />
      <QueryClientProvider client={queryClient}>
        <PricingSection showStart={isVisitor} />
      </QueryClientProvider>
      <FaqSection />
      {isVisitor && <ClosingSection />}
      <DevelopmentBanner />
    </>
  );
}

import type { ReactNode } from 'react';
import { ClosingSection } from '../features/landing/closing-section.tsx';
import { DevelopmentBanner } from '../features/landing/development-banner.tsx';
import { FaqSection } from '../features/landing/faq-section.tsx';
import { FeaturesSection } from '../features/landing/features-section.tsx';
import { GallerySection } from '../features/landing/gallery-section.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { HowSection } from '../features/landing/how-section.tsx';
import { PricingSection } from '../features/landing/pricing-section.tsx';
import { TestimonialsSection } from '../features/landing/testimonials-section.tsx';
import styles from './landing-content.module.css';

/** The landing page, the same for whoever draws it: the whole app (landing-page.tsx) and a visitor's document (visitor-landing.tsx). */
export function LandingContent({ isVisitor, flash }: { isVisitor: boolean; flash?: ReactNode }) {
  return (
    <>
      <div className={styles.top}>
        {flash}
        <Hero />
      </div>
      <FeaturesSection />
      <HowSection showStart={isVisitor} />
      <GallerySection />
      <TestimonialsSection />
      <PricingSection showStart={isVisitor} />
      <FaqSection />
      {isVisitor && <ClosingSection />}
      <DevelopmentBanner />
    </>
  );
}

import type { ReactNode } from 'react';
import { GallerySection } from '../../features/landing/sections/gallery-section.tsx';
import { Hero } from '../../features/landing/sections/hero.tsx';
import { HowSection } from '../../features/landing/sections/how-section.tsx';
import { PricingSection } from '../../features/landing/sections/pricing-section.tsx';
import {
  ClosingSection,
  DevelopmentBanner,
  FaqSection,
  FeaturesSection,
  TestimonialsSection,
} from '../../features/landing/sections/text-sections.tsx';

/** The landing page, shared by the whole app (landing-page.tsx) and a visitor's document (visitor-landing.tsx). */
export function LandingContent({ isVisitor, flash }: { isVisitor: boolean; flash?: ReactNode }) {
  return (
    <>
      {flash}
      <Hero />
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

import { useEffect } from 'react';
import { focusSection } from '../../features/landing/sections/landing-section.tsx';
import { LandingContent } from './landing-content.tsx';

/** The landing page of a visitor's document: its links to sections are followed by the browser itself. */
export function VisitorLanding() {
  useEffect(() => {
    const follow = () => focusSection(window.location.hash);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return <LandingContent isVisitor />;
}

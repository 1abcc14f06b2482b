import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Registered } from '../../features/accounts/registered.tsx';
import { focusSection } from '../../features/landing/sections/landing-section.tsx';
import { useUserData } from '../../shared/session.ts';
import { Flash } from '../../ui/feedback/flash.tsx';
import { LandingContent } from './landing-content.tsx';
import styles from './landing-page.module.css';

export function Component() {
  const isVisitor = useUserData() === null;
  useSectionFocus();
  const news = (
    <>
      <Flash className={styles.flash} />
      <Registered className={styles.flash} />
    </>
  );
  return <LandingContent isVisitor={isVisitor} flash={news} />;
}

/** Following the router's link to a section moves the focus to its heading. */
function useSectionFocus(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (key !== 'default') focusSection(hash);
  }, [hash, key]);
}

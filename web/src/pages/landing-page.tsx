import { useSectionFocus } from '../features/landing/use-section-focus.ts';
import { useUserData } from '../shared/session.ts';
import { Flash } from '../ui/flash.tsx';
import { LandingContent } from './landing-content.tsx';
import styles from './landing-page.module.css';

export function Component() {
  const isVisitor = useUserData() === null;
  useSectionFocus();
  return <LandingContent isVisitor={isVisitor} flash={<Flash className={styles.flash} />} />;
}

import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';

interface RetryNoticeProps {
  title?: string;
  /** What has failed. */
  text: string;
  onRetry: () => void;
}

/** Says that something failed, and offers to try it again. */
export function RetryNotice({ title, text, onRetry }: RetryNoticeProps) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="bad"
      {...(title !== undefined && { title })}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {t('common:tryAgain')}
        </Button>
      }
    >
      <p>{text}</p>
    </Notice>
  );
}

/** Says beside the button that pressing it worked, and comes into sight where the button is not. */
export function SavedNotice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box}>
      <Notice tone="ok">
        <p>{children}</p>
      </Notice>
    </div>
  );
}

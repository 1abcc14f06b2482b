import { useTranslation } from '../shared/use-translation.ts';
import { Button } from './button.tsx';
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

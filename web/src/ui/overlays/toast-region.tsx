import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { IconButton } from '../button.tsx';
import { toneIcons } from '../feedback/notice.tsx';
import { layerMoved, spokenLayer } from './announcer.tsx';
import styles from './toast-region.module.css';
import { dismissToast, type Toast, useToasts } from './toast-store.ts';

/** Renders toasts above any open dialog, and inside it. */
export function ToastRegion() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    if (newest === undefined) return;
    // Moving a popover hides it; showing it again puts it above what was opened since.
    const show = () => {
      region.current?.hidePopover();
      region.current?.showPopover();
    };
    show();
    const layer = spokenLayer();
    layer.addEventListener(layerMoved, show);
    return () => layer.removeEventListener(layerMoved, show);
  }, [newest]);
  return createPortal(
    <section ref={region} popover="manual" className={styles.region} aria-label={t('notifications')}>
      <div aria-live="polite" className={styles.list}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>,
    spokenLayer(),
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  const Icon = toneIcons[toast.tone];
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.action ? 12_000 : 7_000);
    return () => clearTimeout(timer);
  }, [held, toast]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only holds the timer while someone reads
    <div
      className={styles.toast}
      data-tone={toast.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden="true" />
      <p>{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton
        label={t('dismiss')}
        icon={<X size={18} aria-hidden="true" />}
        className={styles.dismiss}
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  );
}

import type { Content } from '@keepsake/contract/content';
import type { Prompt } from '@keepsake/contract/prompts';
import { Trash2 } from 'lucide-react';
import { widthInFrame } from '../../shared/photo-source.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { FilmList } from './film-list.tsx';
import { PhotoImage } from './photo-image.tsx';
import { PhotoOverlay } from './photo-overlay.tsx';
import { PhotoStatusChip } from './photo-status-chip.tsx';
import styles from './photo-tile.module.css';

interface PhotoTileProps {
  content: Content;
  prompts: readonly Prompt[];
  /** Not where there is nothing to pay: its payment is on the way. */
  onPay: (() => void) | undefined;
  onOpen: (filmId: string) => void;
  onDelete: () => void;
}

/** One photo of a set: the picture, where it stands and its films. */
export function PhotoTile({ content, prompts, onPay, onOpen, onDelete }: PhotoTileProps) {
  const { t } = useTranslation('dashboard');
  const name = content.originalName;
  return (
    <li className={styles.tile} id={`photo-${content.id}`} tabIndex={-1} aria-label={name}>
      <div className={styles.frame}>
        <PhotoImage
          url={content.photoUrl}
          alt={t('photo.alt', { name })}
          sizes={sizesOf(content)}
          width={content.width}
          height={content.height}
        />
        <PhotoOverlay content={content} onPay={onPay} />
      </div>
      <div className={styles.caption}>
        <div className={styles.line}>
          <p className={styles.name} title={name}>
            {name}
          </p>
          <IconButton
            label={t('photo.delete', { name })}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={onDelete}
          />
        </div>
        <PhotoStatusChip status={content.status} />
        <FilmList content={content} prompts={prompts} onOpen={onOpen} />
      </div>
    </li>
  );
}

/** A set's cards stand in one column on a phone, and in two or three columns elsewhere. */
function sizesOf(photo: Content): string {
  const wider = widthInFrame(photo, 4 / 3);
  return `(width < 39rem) calc(${wider} * (100vw - 2rem)), ${23 * wider}rem`;
}

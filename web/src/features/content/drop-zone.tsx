import { limits } from '@keepsake/contract/limits';
import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { filePickerId } from './photo-controls.ts';
import { acceptedTypes } from './picked-files.ts';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** Opens the photo guide. */
  guide: ReactNode;
  /** Takes less room: there are photos already. */
  compact: boolean;
}

/** Where photos are dropped or chosen. */
export function DropZone({ onFiles, guide, compact }: DropZoneProps) {
  const { t } = useTranslation('wizard');
  return (
    <FileDrop
      id={filePickerId}
      accept={acceptedTypes}
      multiple
      onFiles={onFiles}
      icon={<ImagePlus size={36} strokeWidth={1.5} aria-hidden="true" />}
      texts={{
        drop: t('upload.drop'),
        dropNow: t('upload.dropNow'),
        or: t('upload.or'),
        choose: compact ? t('upload.chooseMore') : t('upload.choose'),
        camera: t('upload.camera'),
      }}
      rules={t('upload.rules', { min: limits.photoMinSide, recommended: limits.photoRecommendedSide })}
      actions={guide}
      compact={compact}
    >
      {compact ? undefined : t('upload.privacy')}
    </FileDrop>
  );
}

import type { PhotoCheck } from '@keepsake/contract/photo-checks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { photoChecksQuery } from './photo-checks.api.ts';

/** What was seen in a photo; undefined while nobody has looked. Asks anew when it is first used: the photo may have come since the last answer. */
export function usePhotoCheck(bucketId: string, contentId: string): PhotoCheck | undefined {
  const { data, refetch } = useQuery(photoChecksQuery(bucketId));
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [refetch]);
  return data?.checks.find((check) => check.contentId === contentId);
}

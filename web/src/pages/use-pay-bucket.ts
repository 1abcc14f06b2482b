import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { fetchBucket } from '../features/content/content.api.ts';
import { paths } from '../paths.ts';
import { loadCode } from '../shared/load-code.ts';
import { reloadOffer } from '../ui/reload-offer.ts';

/** Loads an unpaid set, takes it into the session and goes on to the wizard, where it can be changed and paid for. */
export function usePayBucket() {
  const navigate = useNavigate();
  const pay = useMutation({
    mutationFn: async (bucketId: string) => {
      const [bucket, { openBucket }] = await Promise.all([
        fetchBucket(bucketId),
        loadCode(() => import('../features/content/cart.ts')),
      ]);
      openBucket(bucket);
      await navigate(paths.process);
    },
    onError: reloadOffer,
  });
  return { pay: pay.mutate, payingId: pay.isPending ? pay.variables : null };
}

import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { loadCode } from '../shared/load-code.ts';
import { reloadOffer } from '../ui/feedback/lazy-part.tsx';

/** Opens the upload wizard with an empty cart. The cart's code is loaded on demand, because most pages do not need it. */
export function useStartBucket(): () => void {
  const navigate = useNavigate();
  const start = async () => {
    const { clearCart } = await loadCode(() => import('../features/photos/cart/cart.ts'));
    clearCart();
    await navigate(paths.process);
  };
  return () => void start().catch(reloadOffer);
}

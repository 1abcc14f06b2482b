export interface Customer {
  name: string;
  email: string;
  token: string;
}

export interface Order {
  customer: Customer;
  bucketId: string;
  contentIds: string[];
  /** Films that are ordered, per photo and effect. */
  films: number[][];
  madeAt: number;
  /** What is to become of it: `delivered` where it is paid; `unpaid` where no payment may count; `deleted` by its customer. */
  expected: 'delivered' | 'unpaid' | 'deleted';
  /** Films that are to end visibly failed, and payments that the checkout is to have taken. */
  failing: number;
  payments: number;
}

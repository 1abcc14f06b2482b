import type { User } from '@keepsake/contract/accounts/accounts';

export const customer: User = {
  id: '7a1d2f0e-5d0f-4c0e-9d57-0f6f1a2b3c01',
  name: 'Rosa Lind',
  email: 'rosa@example.com',
  role: 'User',
  defaultLanguage: 'en',
  newsletterConsent: false,
  createdAt: '2026-10-01T08:00:00Z',
  lastLogin: '2026-11-20T08:00:00Z',
};

export const admin: User = {
  ...customer,
  id: '7a1d2f0e-5d0f-4c0e-9d57-0f6f1a2b3c02',
  name: 'Ada Keeper',
  email: 'ada@example.com',
  role: 'Admin',
};

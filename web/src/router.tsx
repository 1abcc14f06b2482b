import { createBrowserRouter, Link, redirect, type RouteObject, useLocation } from 'react-router';
import { requireAdmin, requireUser } from './features/accounts/guards.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { RootLayout } from './pages/root-layout.tsx';
import { StartingPage } from './pages/starting-page.tsx';
import { paths, patterns } from './paths.ts';
import { loadTexts } from './shared/i18n.ts';
import type { TextArea } from './shared/text-keys.ts';
import type { Navigation } from './ui/navigation.tsx';

type PageModule = Pick<RouteObject, 'Component' | 'loader'>;

/** The code of a page and its texts, loaded side by side when the page is first needed. */
function page(load: () => Promise<PageModule>, ...areas: TextArea[]) {
  return async (): Promise<PageModule> => {
    const [{ Component, loader }] = await Promise.all([load(), loadTexts(...areas)]);
    return loader === undefined ? { Component } : { Component, loader };
  };
}

const privateLayout = page(() => import('./pages/private-layout.tsx'));

const publicPages: RouteObject[] = [
  { path: paths.home, lazy: page(() => import('./pages/landing-page.tsx'), 'landing') },
  { path: paths.login, lazy: page(() => import('./pages/login-page.tsx'), 'auth') },
  { path: paths.register, lazy: page(() => import('./pages/register-page.tsx'), 'auth') },
  { path: paths.verifyEmail, lazy: page(() => import('./pages/verify-email-page.tsx'), 'auth') },
  { path: paths.forgotPassword, lazy: page(() => import('./pages/forgot-password-page.tsx'), 'auth') },
  { path: paths.resetPassword, lazy: page(() => import('./pages/reset-password-page.tsx'), 'auth') },
  { path: paths.terms, lazy: page(() => import('./pages/terms-page.tsx'), 'legal') },
  { path: paths.madeHere, lazy: page(() => import('./pages/made-here-page.tsx'), 'provenance') },
  { path: paths.shared, lazy: page(() => import('./pages/shared-page.tsx'), 'shares') },
  { path: paths.upload, loader: () => redirect(paths.process) },
  { path: '*', lazy: page(() => import('./pages/not-found-page.tsx')) },
];

const signedInPages: RouteObject[] = [
  { path: paths.dashboard, lazy: page(() => import('./pages/dashboard-page.tsx'), 'dashboard') },
  { path: paths.process, lazy: page(() => import('./pages/process-page.tsx'), 'wizard', 'dashboard') },
  { path: paths.profile, lazy: page(() => import('./pages/profile-page.tsx'), 'profile', 'auth') },
  { path: patterns.invoice, lazy: page(() => import('./pages/invoice-page.tsx'), 'invoice', 'wizard') },
  { path: patterns.paymentSuccess, lazy: page(() => import('./pages/payment-success-page.tsx'), 'payment') },
  { path: patterns.paymentCancel, lazy: page(() => import('./pages/payment-cancel-page.tsx'), 'payment') },
];

const adminPages: RouteObject[] = [{ path: paths.admin, lazy: page(() => import('./pages/admin-page.tsx'), 'admin') }];

const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: StartingPage,
    ErrorBoundary: ErrorPage,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          ...publicPages,
          { lazy: privateLayout, middleware: [requireUser], children: signedInPages },
          { lazy: privateLayout, middleware: [requireAdmin], children: adminPages },
        ],
      },
    ],
  },
];

/** Links that the router follows, without another document. */
export const routerNavigation: Navigation = { Link, useIsFirstPage: () => useLocation().key === 'default' };

export function createRouter() {
  return createBrowserRouter(routes);
}

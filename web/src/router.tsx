import { createBrowserRouter, Link, redirect, type RouteObject, useLocation } from 'react-router';
import { requireAdmin, requireUser } from './features/accounts/guards.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { RootLayout } from './pages/root-layout.tsx';
import { StartingPage } from './pages/starting-page.tsx';
import { type PageName, pageNeeds } from './page-needs.ts';
import { paths, patterns } from './paths.ts';
import { loadTexts } from './shared/i18n.ts';
import { loadCode } from './shared/load-code.ts';
import type { Navigation } from './ui/navigation.tsx';

type PageModule = Pick<RouteObject, 'Component' | 'loader'>;

/** The code of a page and its texts, loaded side by side when the page is first needed. */
function page(name: PageName, load: () => Promise<PageModule>) {
  return async (): Promise<PageModule> => {
    const [{ Component, loader }] = await loadCode(() => Promise.all([load(), loadTexts(...pageNeeds[name].texts)]));
    return loader === undefined ? { Component } : { Component, loader };
  };
}

const privateLayout = () => loadCode(() => import('./pages/private-layout.tsx'));

const publicPages: RouteObject[] = [
  { path: paths.home, lazy: page('landing', () => import('./pages/landing-page.tsx')) },
  { path: paths.login, lazy: page('login', () => import('./pages/login-page.tsx')) },
  { path: paths.register, lazy: page('register', () => import('./pages/register-page.tsx')) },
  { path: paths.verifyEmail, lazy: page('verify-email', () => import('./pages/verify-email-page.tsx')) },
  { path: paths.forgotPassword, lazy: page('forgot-password', () => import('./pages/forgot-password-page.tsx')) },
  { path: paths.resetPassword, lazy: page('reset-password', () => import('./pages/reset-password-page.tsx')) },
  { path: paths.terms, lazy: page('terms', () => import('./pages/terms-page.tsx')) },
  { path: paths.madeHere, lazy: page('made-here', () => import('./pages/made-here-page.tsx')) },
  { path: paths.shared, lazy: page('shared', () => import('./pages/shared-page.tsx')) },
  { path: paths.upload, loader: () => redirect(paths.process) },
  { path: '*', lazy: page('not-found', () => import('./pages/not-found-page.tsx')) },
];

const signedInPages: RouteObject[] = [
  { path: paths.dashboard, lazy: page('dashboard', () => import('./pages/dashboard-page.tsx')) },
  { path: paths.process, lazy: page('process', () => import('./pages/process-page.tsx')) },
  { path: paths.profile, lazy: page('profile', () => import('./pages/profile-page.tsx')) },
  { path: patterns.invoice, lazy: page('invoice', () => import('./pages/invoice-page.tsx')) },
  { path: patterns.paymentSuccess, lazy: page('payment-success', () => import('./pages/payment-success-page.tsx')) },
  { path: patterns.paymentCancel, lazy: page('payment-cancel', () => import('./pages/payment-cancel-page.tsx')) },
];

const adminPages: RouteObject[] = [{ path: paths.admin, lazy: page('admin', () => import('./pages/admin-page.tsx')) }];

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

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut, queryClient } from './client.ts';
import { applyTheme } from './preferences.ts';
import { router } from './router.tsx';
import { sessionQuery } from './session.ts';
import './styles/index.css';

applyTheme();

onSignedOut(() => {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  const hadSession = queryClient.getQueryData(sessionQuery.queryKey) !== undefined;
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { next: href, ...(hadSession ? { ended: '1' } : {}) } });
});

const container = document.getElementById('root');
if (!container) throw new Error('The page has no element #root.');

createRoot(container).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);

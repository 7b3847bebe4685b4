import { Link } from '@tanstack/react-router';
import { useTitle } from './page-header.tsx';
import { EmptyState } from './states.tsx';

export function NotFound() {
  useTitle('Not found');
  return (
    <EmptyState title="This page does not exist" isPage>
      <p>The address may be incomplete.</p>
      <Link to="/" className="button">
        Go to the start
      </Link>
    </EmptyState>
  );
}

import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorPage } from '#app/pages/ErrorPage.tsx';

interface Props {
  /** Another value is another page, which gets a new chance. */
  at: string;
  children: ReactNode;
}

interface State {
  at: string;
  failure: { error: unknown } | undefined;
}

class Boundary extends Component<Props, State> {
  override state: State = { at: this.props.at, failure: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, failure: undefined };
  }

  override render() {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <ErrorPage error={failure.error} />;
  }
}

/** Shows an error in place of a page that crashes. The frame around it stays, and so does the way to other pages. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <Boundary at={useLocation().key}>{children}</Boundary>;
}

import { Component, type ReactNode } from "react";
import { Failed } from "./states";

interface Props {
  /** The key of the content; another value resets the error. */
  about: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  about: string;
}

/** Contains an error to the page in which it occurs. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, about: this.props.about };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ about }: Props, state: State): Partial<State> | null {
    return about === state.about ? null : { error: null, about };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <div className="page">
        <Failed error={this.state.error} again={() => location.reload()} />
      </div>
    );
  }
}

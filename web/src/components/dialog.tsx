/**
 * The browser's own dialog, which keeps focus inside, returns it, and closes on Escape. It needs no style element
 * created by a script, which the content security policy would block.
 */
import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { t } from "../text";

interface Props {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** Shown as long as it is rendered. */
export function Dialog({ title, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // Closed while it is still in the page: only then focus goes back to where it was.
  useLayoutEffect(() => {
    const shown = element.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  function onClick(event: MouseEvent): void {
    // A click beside the dialog hits the dialog element itself; its content is another element.
    if (event.target === element.current) onClose();
  }

  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={heading}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="in">
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" className="btn shut" aria-label={t("dialog.close")} onClick={onClose}>
            <span aria-hidden="true">✕</span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

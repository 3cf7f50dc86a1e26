import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import styles from './action-menu.module.css';
import { useBackCloses } from './back.ts';
import { KitProvider } from './kit-provider.tsx';
import { usePanel } from './use-panel.ts';

export interface MenuAction {
  label: string;
  icon?: IconName | undefined;
  onSelect: () => void;
  disabled?: boolean | undefined;
  /** Why the action is disabled, shown below its label. */
  reason?: string | undefined;
  danger?: boolean | undefined;
}

interface ActionMenuProps {
  button: ReactElement;
  actions: readonly MenuAction[];
  /** Renders above everything, where surrounding elements would cut it off. */
  portal?: boolean | undefined;
  defaultOpened?: boolean | undefined;
}

/** Renders a button that opens a short list of actions. With `defaultOpened` it opens at once; the button then takes the focus by itself. */
export function ActionMenu({ button, actions, portal = false, defaultOpened = false }: ActionMenuProps) {
  const { opened, setOpened, visit } = usePanel(defaultOpened);
  useBackCloses(opened, { onClose: () => setOpened(false) });
  return (
    <KitProvider>
      <Menu
        key={visit}
        opened={opened}
        onChange={setOpened}
        returnFocus
        position="bottom-end"
        offset={6}
        width={220}
        withinPortal={portal}
        // A screen reader finds it within the screen's landmark.
        {...(portal ? { portalProps: { target: document.getElementById('screen') ?? document.body } } : {})}
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 100, transition: 'pop-top-right' }}
        classNames={{ dropdown: styles.dropdown, item: styles.item }}
      >
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item
              key={action.label}
              leftSection={action.icon && <Icon name={action.icon} size={20} />}
              disabled={action.disabled ?? false}
              data-danger={action.danger || undefined}
              onClick={action.onSelect}
            >
              {action.label} {action.reason && <span className={styles.reason}>{action.reason}</span>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </KitProvider>
  );
}

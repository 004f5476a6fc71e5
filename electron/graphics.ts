/** How the map is drawn where there is no graphics card: a virtual machine, a remote desktop, a driver that Chromium refuses. */
import { app } from 'electron'

/**
 * Before the app is ready. Since version 139 Chromium gives a page no WebGL there unless it is asked for SwiftShader, which
 * it calls unsafe since it makes machine code from what pages bring; none are shown but ours and those of the office
 * server that the person named.
 */
export const drawWithoutGraphicsCard = (): void => app.commandLine.appendSwitch('enable-unsafe-swiftshader')

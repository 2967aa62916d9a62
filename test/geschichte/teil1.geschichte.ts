import { erzaehleTeil } from "./erzaehle.ts";

erzaehleTeil(0, 2);
